--- Files that other programs change, where Neovim does not watch them.
local M = {}

--- Whether Neovim tells this server of such files by itself.
---@param client vim.lsp.Client
---@return boolean
function M.is_watched(client)
  return vim.tbl_get(client.capabilities, 'workspace', 'didChangeWatchedFiles', 'dynamicRegistration') == true
end

--- Lets the servers look at the files again: another program may have had its turn.
function M.look_again()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'osy' })) do
    if client.initialized and client.root_dir and not M.is_watched(client) then
      local change = { uri = vim.uri_from_fname(client.root_dir), type = vim.lsp.protocol.FileChangeType.Changed }
      client:notify('workspace/didChangeWatchedFiles', { changes = { change } })
    end
  end
end

return M
