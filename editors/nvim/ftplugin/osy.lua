if vim.b.did_ftplugin then
  return
end
vim.b.did_ftplugin = 1

vim.bo.commentstring = '// %s'
vim.bo.comments = 's1:/*,mb:*,ex:*/,:///,://'
vim.bo.suffixesadd = '.osy'
vim.b.undo_ftplugin = 'setlocal commentstring< comments< suffixesadd<'

if vim.g.osy_recommended_style ~= 0 then
  vim.bo.expandtab = true
  vim.bo.shiftwidth = 2
  vim.bo.softtabstop = 2
  vim.b.undo_ftplugin = vim.b.undo_ftplugin .. ' expandtab< shiftwidth< softtabstop<'
end
