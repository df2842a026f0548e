if vim.g.loaded_osy or vim.fn.has('nvim-0.11') == 0 then
  return
end
vim.g.loaded_osy = 1

-- A code lens names a command of the server; sent by us, its run can be ended with :OsyTestCancel.
vim.lsp.commands['osy.test.run'] = function(command, ctx)
  local client = vim.lsp.get_client_by_id(ctx.client_id)
  if client then
    require('osy').run(client, (command.arguments or {})[1] or { profile = 'run' })
  end
end

vim.api.nvim_create_autocmd('LspAttach', {
  group = vim.api.nvim_create_augroup('osy', {}),
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if not client or client.name ~= 'osy' then
      return
    end
    require('osy').show_lenses(client, event.buf)
    for name, action in pairs({
      OsyTest = { 'run_nearest', 'Run the Osy# test at the cursor' },
      OsyTestFile = { 'run_file', "Run this file's Osy# tests" },
      OsyTestProject = { 'run_project', 'Run all Osy# tests of the project' },
      OsyTestCancel = { 'cancel', 'End the Osy# test runs that go on' },
    }) do
      vim.api.nvim_buf_create_user_command(event.buf, name, function()
        require('osy')[action[1]](event.buf)
      end, { desc = action[2] })
    end
  end,
})
