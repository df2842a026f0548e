--- `:checkhealth osy`
local M = {}

function M.check()
  vim.health.start('osy')
  if vim.fn.has('nvim-0.11') == 1 then
    vim.health.ok('Neovim ' .. tostring(vim.version()))
  else
    vim.health.error('Neovim is too old', 'Install Neovim 0.11 or newer.')
  end
  local path = vim.fn.exepath('osy')
  if path == '' then
    return vim.health.error('the command `osy` is not on the PATH', 'Install osysharp-tools and put its `bin` folder on the PATH.')
  end
  local result = vim.system({ 'osy', '--version' }, { text = true }):wait(10000)
  if result.code == 0 then
    vim.health.ok(('%s at %s'):format(vim.trim(result.stdout), path))
  else
    vim.health.error(('%s does not run'):format(path), vim.trim(result.stderr or ''))
  end
  local clients = vim.lsp.get_clients({ name = 'osy' })
  if #clients > 0 then
    for _, client in ipairs(clients) do
      vim.health.ok(('the language server runs for %s'):format(client.root_dir or 'single files'))
    end
  elseif vim.lsp.is_enabled and vim.lsp.is_enabled('osy') then
    vim.health.ok('the language server starts when an .osy file is opened')
  else
    vim.health.warn('the language server is not enabled', "Put `vim.lsp.enable('osy')` into your init.lua.")
  end
end

return M
