-- The syntax group of each column, as JSON: `nvim --clean --headless -l groups.lua PLUGIN FILE SYNTAX`.
local plugin, file, syntax = arg[1], arg[2], arg[3]
vim.opt.runtimepath:prepend(plugin)
vim.g.markdown_fenced_languages = { 'osy' }
vim.cmd('syntax on')
vim.cmd.edit(vim.fn.fnameescape(file))
pcall(vim.treesitter.stop)
vim.cmd('set syntax=' .. syntax)

local lines = {}
for number = 1, vim.api.nvim_buf_line_count(0) do
  local groups = {}
  for column = 1, #vim.fn.getline(number) do
    table.insert(groups, vim.fn.synIDattr(vim.fn.synID(number, column, 1), 'name'))
  end
  table.insert(lines, #groups > 0 and groups or vim.empty_dict())
end
io.stdout:write(vim.json.encode({ lines = lines, syntax = vim.b.current_syntax or '' }))
vim.cmd('qall!')
