--- Failures of tests as diagnostics. Each moves with its line, and goes when its test is edited or run again.
local M = {}

local namespace = vim.api.nvim_create_namespace('osy.test')
local tracking = vim.api.nvim_create_namespace('osy.test.tracking')

---@class osy.Failure
---@field result table
---@field path string
---@field line integer From 0.
---@field bufnr integer? Where it is shown.
---@field mark integer? The mark on its line.
---@field watched { bufnr: integer, mark: integer, text: string }[] Declarations that an edit of takes it away.

---@type table<string, osy.Failure> By the id of the test.
local failures = {}

--- All failures that stand, for the quickfix list.
---@return table[]
function M.quickfix_items()
  local items = {}
  for _, failure in pairs(failures) do
    local text = (failure.result.message or failure.result.outcome):gsub('%s*\n%s*', ' ')
    table.insert(items, {
      filename = failure.path,
      lnum = M.line_of(failure) + 1,
      text = failure.result.name .. ': ' .. text,
      type = 'E',
    })
  end
  table.sort(items, function(a, b)
    return a.filename == b.filename and a.lnum < b.lnum or a.filename < b.filename
  end)
  return items
end

--- An event of a run.
---@param event table
function M.hear(event)
  if event.event == 'discovered' then
    for _, test in ipairs(event.tests) do
      M.forget(test.id)
    end
  elseif event.event == 'test-finished' then
    M.forget(event.result.id)
    if event.result.outcome == 'failed' or event.result.outcome == 'errored' then
      M.keep(event.result)
    end
  end
end

---@param result table
function M.keep(result)
  local at = result.at
  local failure = {
    result = result,
    path = at and at.file or result.file,
    line = (at and at.line or result.line) - 1,
    watched = {},
  }
  failures[result.id] = failure
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) then
      M.attach(bufnr, failure)
    end
  end
end

--- Shows the failures of a buffer that was just loaded.
---@param bufnr integer
function M.buffer_loaded(bufnr)
  for _, failure in pairs(failures) do
    M.attach(bufnr, failure)
  end
end

---@param bufnr integer
---@param failure osy.Failure
function M.attach(bufnr, failure)
  local name = vim.api.nvim_buf_get_name(bufnr)
  if name == failure.path and failure.bufnr ~= bufnr then
    local line = math.min(failure.line, vim.api.nvim_buf_line_count(bufnr) - 1)
    failure.bufnr = bufnr
    failure.mark = vim.api.nvim_buf_set_extmark(bufnr, tracking, line, 0, {})
    M.watch(bufnr, failure, line)
    M.show(bufnr)
  end
  if name == failure.result.file and name ~= failure.path then
    M.watch(bufnr, failure, failure.result.line - 1)
  end
end

--- Takes the failure away once the declaration around that line is edited.
---@param bufnr integer
---@param failure osy.Failure
---@param line integer
function M.watch(bufnr, failure, line)
  M.listen(bufnr)
  local client = vim.lsp.get_clients({ name = 'osy', bufnr = bufnr })[1]
  if not client then
    return
  end
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  local params = { textDocument = vim.lsp.util.make_text_document_params(bufnr) }
  client:request('textDocument/documentSymbol', params, function(err, symbols)
    if err or not vim.api.nvim_buf_is_loaded(bufnr) or tick ~= vim.api.nvim_buf_get_changedtick(bufnr) then
      return
    end
    for _, symbol in ipairs(symbols or {}) do
      local range = symbol.range
      if range and range.start.line <= line and line <= range['end'].line then
        local first, last = range.start.line, range['end'].line
        local text = table.concat(vim.api.nvim_buf_get_lines(bufnr, first, last + 1, false), '\n')
        local mark = vim.api.nvim_buf_set_extmark(bufnr, tracking, first, 0, { end_row = last, end_col = 0 })
        table.insert(failure.watched, { bufnr = bufnr, mark = mark, text = text })
      end
    end
  end, bufnr)
end

local listening = {}

--- Looks after the failures of a buffer while it changes.
---@param bufnr integer
function M.listen(bufnr)
  if listening[bufnr] then
    return
  end
  listening[bufnr] = true
  local is_due = false
  vim.api.nvim_buf_attach(bufnr, false, {
    on_lines = function()
      if not is_due then
        is_due = true
        vim.schedule(function()
          is_due = false
          M.buffer_changed(bufnr)
        end)
      end
    end,
    on_detach = function()
      listening[bufnr] = nil
      for _, failure in pairs(failures) do
        if failure.bufnr == bufnr then
          failure.line = M.line_of(failure)
          failure.bufnr, failure.mark, failure.watched = nil, nil, {}
        end
      end
    end,
  })
end

---@param bufnr integer
function M.buffer_changed(bufnr)
  if not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  for id, failure in pairs(failures) do
    for _, watched in ipairs(failure.watched) do
      if watched.bufnr == bufnr and M.text_at(watched) ~= watched.text then
        M.forget(id)
        break
      end
    end
  end
  M.show(bufnr)
end

---@param watched { bufnr: integer, mark: integer }
---@return string?
function M.text_at(watched)
  local mark = vim.api.nvim_buf_get_extmark_by_id(watched.bufnr, tracking, watched.mark, { details = true })
  if #mark == 0 then
    return nil
  end
  return table.concat(vim.api.nvim_buf_get_lines(watched.bufnr, mark[1], mark[3].end_row + 1, false), '\n')
end

---@param failure osy.Failure
---@return integer
function M.line_of(failure)
  if failure.bufnr and failure.mark and vim.api.nvim_buf_is_loaded(failure.bufnr) then
    local mark = vim.api.nvim_buf_get_extmark_by_id(failure.bufnr, tracking, failure.mark, {})
    return mark[1] or failure.line
  end
  return failure.line
end

---@param id string
function M.forget(id)
  local failure = failures[id]
  if not failure then
    return
  end
  failures[id] = nil
  for _, watched in ipairs(failure.watched) do
    pcall(vim.api.nvim_buf_del_extmark, watched.bufnr, tracking, watched.mark)
  end
  if failure.bufnr and vim.api.nvim_buf_is_valid(failure.bufnr) then
    pcall(vim.api.nvim_buf_del_extmark, failure.bufnr, tracking, failure.mark)
    M.show(failure.bufnr)
  end
end

---@param bufnr integer
function M.show(bufnr)
  local diagnostics = {}
  for _, failure in pairs(failures) do
    if failure.bufnr == bufnr then
      local line = M.line_of(failure)
      local text = vim.api.nvim_buf_get_lines(bufnr, line, line + 1, false)[1] or ''
      local indent = #(text:match('^%s*') or '')
      table.insert(diagnostics, {
        lnum = line,
        col = indent,
        end_lnum = line,
        end_col = math.max(indent, #text),
        message = failure.result.message or failure.result.outcome,
        severity = vim.diagnostic.severity.ERROR,
        source = 'osy test',
        code = 'test-failed',
      })
    end
  end
  if #diagnostics > 0 or #vim.diagnostic.get(bufnr, { namespace = namespace }) > 0 then
    vim.diagnostic.set(namespace, bufnr, diagnostics)
  end
end

return M
