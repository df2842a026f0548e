--- What the tests of a run reached, as signs: on lines that no test reached, and on those that one did.
local client_module = require('osy.client')

local M = {}

local namespace = vim.api.nvim_create_namespace('osy.coverage')
---@type table<string, table> What is known of each file, by its URI.
local files = {}

--- Shows the report of a run.
---@param report table
function M.show(report)
  M.clear()
  for _, file in ipairs(report.files) do
    files[file.uri] = file
  end
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) then
      M.buffer_loaded(bufnr)
    end
  end
  client_module.say(('coverage: %d of %d lines'):format(report.lines.covered, report.lines.total))
end

--- Shows the signs of a buffer that was just loaded.
---@param bufnr integer
function M.buffer_loaded(bufnr)
  local file = files[vim.uri_from_bufnr(bufnr)]
  if not file then
    return
  end
  vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  local count = vim.api.nvim_buf_line_count(bufnr)
  for _, line in ipairs(file.lines) do
    if line.line <= count then
      local is_reached = line.count > 0
      vim.api.nvim_buf_set_extmark(bufnr, namespace, line.line - 1, 0, {
        sign_text = is_reached and '│' or '┆',
        sign_hl_group = is_reached and 'OsyCovered' or 'OsyNotCovered',
        number_hl_group = not is_reached and 'OsyNotCovered' or nil,
      })
    end
  end
end

--- Takes all signs away.
function M.clear()
  files = {}
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  end
end

--- How many lines of a file have which sign: reached, not reached.
---@param bufnr integer
---@return integer, integer
function M.counts(bufnr)
  local reached, missed = 0, 0
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(bufnr, namespace, 0, -1, { details = true })) do
    if mark[4].sign_hl_group == 'OsyCovered' then
      reached = reached + 1
    else
      missed = missed + 1
    end
  end
  return reached, missed
end

return M
