" Comments, and the command as the compiler: `:make` checks the file and lists the errors.
if exists('b:did_ftplugin') | finish | endif
let b:did_ftplugin = 1
setlocal comments=:# commentstring=#\ %s
setlocal formatprg=puzzle\ fmt\ -
compiler puzzle
let b:undo_ftplugin = 'setlocal comments< commentstring< formatprg< makeprg< errorformat<'
