" Specs of `puzzle`. Crosswords in the binary format of Across Lite end in .puz too: their first line has the name of the format.
autocmd BufNewFile,BufRead *.nauck setfiletype puz
autocmd BufNewFile,BufRead *.puz if getline(1) !~# 'ACROSS&DOWN' | setfiletype puz | endif
