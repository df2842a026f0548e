--- Opens a file with findings and explains one of them; ends when it has been seen.
vim.opt.number = true
vim.opt.signcolumn = 'yes'
vim.opt.shortmess:append('IF')
vim.cmd.edit(vim.env.OSY_FILE)
local is_found = vim.wait(60000, function()
  return #vim.diagnostic.get(0) > 1
end, 50)
if not is_found then
  vim.cmd('cq')
end
-- The colours and the hints that the server gives come after the findings.
vim.wait(2000, function() end)
vim.fn.cursor(1, 1)
vim.diagnostic.jump({ count = 1, float = false })
vim.cmd('normal! zt')
vim.cmd('normal! 8\25')
-- The cursor's move, which is told later, would close what is opened now.
vim.defer_fn(function()
  local _, window = vim.diagnostic.open_float({ border = 'single', max_width = 90 })
  vim.wo[window].linebreak = true
end, 300)
vim.defer_fn(function()
  vim.cmd('qa!')
end, 1000)
