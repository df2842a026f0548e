--- The mentions that a code lens counts, as a quickfix list.
local client_module = require('osy.client')

local M = {}

--- Shows what the server answered to the lens.
---@param client_id integer
---@param told { uri: string, position: table, locations: table[] }
function M.show(client_id, told)
  local client = vim.lsp.get_client_by_id(client_id)
  if not client then
    return
  end
  if #told.locations == 0 then
    return client_module.say('nothing mentions it')
  end
  local items = vim.lsp.util.locations_to_items(told.locations, client.offset_encoding)
  local line = ''
  local bufnr = vim.uri_to_bufnr(told.uri)
  if vim.api.nvim_buf_is_loaded(bufnr) then
    local row = told.position.line
    line = vim.trim(vim.api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1] or '')
  end
  vim.fn.setqflist({}, ' ', { title = 'References: ' .. line, items = items })
  vim.cmd('botright copen')
end

return M
