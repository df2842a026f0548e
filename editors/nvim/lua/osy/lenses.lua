--- Code lenses, kept fresh.
local M = {}

--- Asks for the lenses of a buffer again.
---@param bufnr integer
function M.refresh(bufnr)
  -- From 0.12 on Neovim does it by itself when the server says so.
  local client = vim.lsp.get_clients({ name = 'osy', bufnr = bufnr })[1]
  if vim.lsp.codelens.enable or not client or not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  -- `codelens.refresh` waits for the answer of a server that has ended, and asks no other in the meantime.
  local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
  client:request('textDocument/codeLens', params, function(err, result, context)
    -- What comes after the server is gone from the buffer would stay for ever.
    if vim.lsp.buf_is_attached(bufnr, client.id) then
      vim.lsp.codelens.on_codelens(err, result, context)
    end
  end, bufnr)
end

--- A server is gone from a buffer: before 0.12 its lenses would stay, and run nothing.
---@param client_id integer
---@param bufnr integer
function M.forget(client_id, bufnr)
  if not vim.lsp.codelens.enable and vim.api.nvim_buf_is_loaded(bufnr) then
    vim.lsp.codelens.save({}, bufnr, client_id)
    vim.lsp.codelens.clear(client_id, bufnr)
  end
end

--- Shows the lenses of a buffer and asks for them again as it changes.
---@param client vim.lsp.Client
---@param bufnr integer
function M.show(client, bufnr)
  if not client:supports_method('textDocument/codeLens', bufnr) then
    return
  end
  if vim.lsp.codelens.enable then
    return vim.lsp.codelens.enable(true, { bufnr = bufnr })
  end
  local group = vim.api.nvim_create_augroup('osy_lenses_' .. bufnr, {})
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'TextChanged', 'BufWritePost' }, {
    group = group,
    buffer = bufnr,
    callback = function()
      M.refresh(bufnr)
    end,
  })
  M.refresh(bufnr)
end

return M
