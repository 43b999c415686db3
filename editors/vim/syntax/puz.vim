" Specs of `puzzle`. A test compares the words with those of the language.
if exists('b:current_syntax') | finish | endif
syntax match puzName /\<[A-Za-z_]\w*\>/
syntax match puzWord /\<\(abs\|all\|among\|and\|antidiagonal\|are\|at\|attackers\|attacks\|between\|betza\|blocks\|board\|border\|both\|by\|cell\|cells\|clue\|clues\|column\|columns\|corners\|count\|diagonal\|each\|empty\|expect\|falling\|find\|fixed\|for\|from\|givens\|half\|hex\|in\|include\|keep\|kind\|kinds\|leap\|max\|maximize\|min\|minimize\|mirror\|no\|none\|not\|number\|on\|only\|optimum\|or\|orbits\|orthogonal\|pair\|param\|piece\|pieces\|place\|puzzle\|quarter\|region\|regions\|ride\|rising\|row\|rows\|solutions\|stay\|straight\|symmetric\|symmetry\|through\|tile\|to\|translation\|turn\|under\|unique\|up\|use\|walls\|where\|window\|with\|within\|wrap\|x\|y\)\>/
syntax match puzNumber /\<\d\+\(x\d\+\)\{0,2}\>/
syntax match puzSign /\.\.\|!=\|<=\|>=\|[-+*\/%=<>]/
syntax match puzStatement /^\s*\zs\(puzzle\|include\|param\|board\|walls\|regions\|piece\|pieces\|use\|tile\|clues\|place\|keep\|givens\|no\|pair\|symmetric\|maximize\|minimize\|find\|expect\|each\|in\|rows\|columns\|count\|cells\|attackers\|attacks\)\>/
syntax match puzStatement /^\s*\zs\(connected\|distinct\|group\|groups\|intended\|links\|loop\|path\|rules\|sum\|tiles\|vary\|weights\)\>\ze \+["A-Za-z{]/
syntax region puzText start=/"/ end=/"/ oneline
syntax region puzText start=/"""/ end=/"""/
syntax match puzComment /#.*/
highlight default link puzComment Comment
highlight default link puzStatement Statement
highlight default link puzWord Keyword
highlight default link puzNumber Number
highlight default link puzText String
highlight default link puzSign Operator
highlight default link puzName Identifier
let b:current_syntax = 'puz'
