if vim.g.loaded_osy or vim.fn.has('nvim-0.11') == 0 then
  return
end
vim.g.loaded_osy = 1

-- A code lens and a code action name a command of the server; sent by us, what it tells is shown.
vim.lsp.commands['osy.test.run'] = function(command, context)
  local client = vim.lsp.get_client_by_id(context.client_id)
  if client then
    require('osy.runs').start(client, (command.arguments or {})[1] or {})
  end
end

vim.api.nvim_create_user_command('Osy', function(call)
  require('osy.command').run(call)
end, {
  nargs = '+',
  desc = 'Run Osy# tests, show state machines, explain findings',
  complete = function(lead, line, cursor)
    return require('osy.command').complete(lead, line, cursor)
  end,
})

for name, command in pairs({
  ['test-nearest'] = 'test nearest',
  ['test-file'] = 'test file',
  ['test-all'] = 'test all',
  ['test-last'] = 'test last',
  ['test-cancel'] = 'test cancel',
  ['output'] = 'output',
  ['failures'] = 'failures',
  ['graph'] = 'graph',
  ['explain'] = 'explain',
}) do
  vim.keymap.set('n', ('<Plug>(osy-%s)'):format(name), ('<Cmd>Osy %s<CR>'):format(command), { desc = 'Osy# ' .. command })
end

for group, target in pairs({ OsyCovered = 'DiagnosticOk', OsyNotCovered = 'DiagnosticWarn', OsyGraphState = 'Visual' }) do
  vim.api.nvim_set_hl(0, group, { link = target, default = true })
end

local group = vim.api.nvim_create_augroup('osy', {})
vim.api.nvim_create_autocmd('LspAttach', {
  group = group,
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'osy' then
      require('osy').attach(client, event.buf)
    end
  end,
})
vim.api.nvim_create_autocmd('LspDetach', {
  group = group,
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == 'osy' then
      require('osy.lenses').forget(client.id, event.buf)
    end
  end,
})
-- What Neovim itself takes for occasions to look whether a file was changed, and when a shell in it has had its turn.
vim.api.nvim_create_autocmd({ 'FocusGained', 'VimResume', 'ShellCmdPost', 'TermLeave', 'TermClose' }, {
  group = group,
  callback = function()
    require('osy.watching').look_again()
  end,
})
