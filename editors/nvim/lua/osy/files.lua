--- Files that get another name, with what names them.
local client_module = require('osy.client')

local M = {}

--- Whether the server still owes an answer about this buffer.
---@param client vim.lsp.Client
---@param bufnr integer
---@return boolean
local function is_waiting(client, bufnr)
  for _, request in pairs(client.requests) do
    if request.bufnr == bufnr and request.type == 'pending' then
      return true
    end
  end
  return false
end

--- Moves the buffer's file: what names it is edited, the file is renamed, and the buffer with it.
---@param bufnr integer
---@param target string
function M.move(bufnr, target)
  local old = vim.api.nvim_buf_get_name(bufnr)
  local new = vim.fn.fnamemodify(vim.fn.expand(target), ':p')
  if vim.fn.isdirectory(new) == 1 then
    new = vim.fs.joinpath((new:gsub('/$', '')), vim.fs.basename(old))
  end
  if vim.uv.fs_stat(new) then
    return client_module.complain(('`%s` is there already'):format(new))
  end
  local client = client_module.needed(bufnr)
  if not client then
    return
  end
  local files = { { oldUri = vim.uri_from_fname(old), newUri = vim.uri_from_fname(new) } }
  client_module.ask(client, 'workspace/willRenameFiles', { files = files }, function(edit)
    if edit then
      vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
    end
    vim.fn.mkdir(vim.fs.dirname(new), 'p')
    vim.api.nvim_buf_call(bufnr, function()
      vim.cmd('silent update')
    end)
    local ok, why = vim.uv.fs_rename(old, new)
    if not ok then
      return client_module.complain(('`%s` cannot be renamed: %s'):format(old, why))
    end
    local windows = vim.fn.win_findbuf(bufnr)
    local moved = vim.fn.bufadd(new)
    vim.bo[moved].buflisted = true
    vim.fn.bufload(moved)
    for _, window in ipairs(windows) do
      vim.api.nvim_win_set_buf(window, moved)
    end
    -- Where Neovim watches no files nobody else would tell.
    client:notify('workspace/didChangeWatchedFiles', {
      changes = {
        { uri = files[1].oldUri, type = vim.lsp.protocol.FileChangeType.Deleted },
        { uri = files[1].newUri, type = vim.lsp.protocol.FileChangeType.Created },
      },
    })
    -- Neovim 0.11 breaks on folds of a buffer that is gone.
    vim.wait(1000, function()
      return not is_waiting(client, bufnr)
    end, 5)
    if vim.api.nvim_buf_is_valid(bufnr) then
      vim.api.nvim_buf_delete(bufnr, { force = true })
    end
    client_module.say(('moved to %s%s'):format(vim.fn.fnamemodify(new, ':.'), edit and '; edited what names it' or ''))
  end)
end

return M
