" `puzzle check` as a compiler. A message is a code, a sentence behind `×` or `⚠`, and a place behind `╭─[`.
if exists('current_compiler') | finish | endif
let current_compiler = 'puzzle'
CompilerSet makeprg=puzzle\ --color\ never\ check\ --quiet\ %:S
CompilerSet errorformat=%E\ \ ×\ %m,%W\ \ ⚠\ %m,%C\ %#│\ %#%m,%Z\ %#╭─[%f:%l:%c],%Z\ %#╭────[%f:%l:%c],%C%.%#,%-G%.%#
