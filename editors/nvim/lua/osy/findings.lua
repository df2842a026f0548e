--- Findings of buffers that are open, where Neovim asks for findings: from 0.12 on.
local M = {}

--- The server has others now. Neovim then asks for those of the whole workspace, and of these it takes none for a
--- buffer that it has asked about by itself: what another file changed there would not be seen before the next edit.
---@param client_id integer
function M.ask_again(client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  if not client then
    return
  end
  local identifier = vim.tbl_get(client.server_capabilities, 'diagnosticProvider', 'identifier')
  for bufnr in pairs(client.attached_buffers) do
    if vim.api.nvim_buf_is_loaded(bufnr) then
      local document = vim.lsp.util.make_text_document_params(bufnr)
      client:request('textDocument/diagnostic', { identifier = identifier, textDocument = document }, nil, bufnr)
    end
  end
end

return M
