--- A test run in words.
local M = {}

local MARKS = { passed = '✓', failed = '✗', errored = '✗', skipped = '–' }
local ORDER = { 'passed', 'failed', 'errored', 'skipped' }

---@param place { file: string, line: integer, column: integer }
---@return string
local function at(place)
  -- In this form `gF` goes there.
  return ('%s:%d:%d'):format(place.file, place.line, place.column)
end

---@param duration number
---@return string
local function milliseconds(duration)
  return duration >= 1000 and ('%.1f s'):format(duration / 1000) or ('%.0f ms'):format(duration)
end

--- The lines about a test that ended.
---@param result table
---@return string[]
function M.of_result(result)
  local mark = MARKS[result.outcome]
  if result.outcome == 'passed' then
    return { ('%s %s (%s)'):format(mark, result.name, milliseconds(result.duration_ms)) }
  elseif result.outcome == 'skipped' then
    local why = M.text(result.message)
    return { ('%s %s skipped%s'):format(mark, result.name, why and ': ' .. why or '') }
  end
  local place = M.value(result.at)
  local lines = { ('%s %s%s'):format(mark, result.name, place and ' — at ' .. at(place) or '') }
  vim.list_extend(lines, M.indented(M.text(result.message) or result.outcome, '  '))
  for _, hint in ipairs(result.hints or {}) do
    table.insert(lines, '  → ' .. hint)
  end
  for _, frame in ipairs(result.frames or {}) do
    table.insert(lines, ('    in %s (%s)'):format(frame['function'], at(frame.at)))
  end
  for _, run in ipairs(result.state or {}) do
    vim.list_extend(lines, M.of_state(run))
  end
  for _, fault in ipairs(result.faults or {}) do
    local place_of_fault = M.value(fault.at)
    local where = place_of_fault and (' (%s)'):format(at(place_of_fault)) or ''
    table.insert(lines, ('  ⚠ %s in state %s threw: %s%s'):format(fault.workflow, fault.state, fault.message, where))
  end
  return lines
end

--- Where a tracked row stood when its test ended.
---@param run table
---@return string[]
function M.of_state(run)
  local title = M.text(run.title) or run.row
  local lines = { ('  %s on %s %s: state %s'):format(run.workflow, run.entity, title, run.state) }
  for _, slot in ipairs(run.slots or {}) do
    local holder = M.text(slot.assignee)
    table.insert(lines, ('    slot %s: %s%s'):format(slot.name, slot.status, holder and ', held by ' .. holder or ''))
  end
  for _, clock in ipairs(run.clocks or {}) do
    table.insert(lines, ('    clock %s %s: due %s'):format(clock.kind, clock.name, clock.due))
  end
  for _, entry in ipairs(run.audit or {}) do
    table.insert(lines, ('    %s  %s'):format(entry.at, entry.text))
  end
  return lines
end

--- The lines that an event adds to what a run told.
---@param event table
---@return string[]
function M.of_event(event)
  if event.event == 'output' then
    return M.indented((event.text:gsub('\n$', '')), '  │ ')
  elseif event.event == 'test-finished' then
    return M.of_result(event.result)
  elseif event.event == 'run-finished' then
    local lines = {}
    for _, found in ipairs(event.diagnostics or {}) do
      local start = found.range.start
      table.insert(lines, ('%s:%d:%d: %s'):format(found.file, start.line, start.column, found.message))
    end
    return vim.list_extend(lines, { '', M.summary(event) })
  end
  return {}
end

--- The one sentence about a run that ended.
---@param ended table
---@return string
function M.summary(ended)
  local counts = {}
  for _, outcome in ipairs(ORDER) do
    local count = ended.summary[outcome]
    if count and count > 0 then
      table.insert(counts, ('%d %s'):format(count, outcome))
    end
  end
  local counted = #counts > 0 and table.concat(counts, ', ') or 'no tests'
  local message, errors = M.text(ended.message), #(ended.diagnostics or {})
  if errors > 0 then
    local many = errors == 1 and '1 error' or ('%d errors'):format(errors)
    return ('%s (%s); no test was run'):format(message or 'the program does not compile', many)
  elseif message then
    return #counts == 0 and message or ('%s; %s'):format(counted, message)
  end
  return ended.cancelled and 'cancelled after ' .. counted or counted
end

--- Whether a run went wrong. A message beside tests that ran to the end is a note.
---@param ended table
---@return boolean
function M.is_bad(ended)
  local summary = ended.summary
  local ran_well = summary.passed + summary.skipped > 0
  return summary.failed + summary.errored + #(ended.diagnostics or {}) > 0
    or (M.text(ended.message) ~= nil and not ran_well)
end

---@param text string
---@param indent string
---@return string[]
function M.indented(text, indent)
  return vim.tbl_map(function(line)
    return indent .. line
  end, vim.split(text, '\r?\n'))
end

--- The value, nil for JSON's null.
---@generic T
---@param value T
---@return T?
function M.value(value)
  if value == vim.NIL then
    return nil
  end
  return value
end

--- The text, nil where there is none.
---@param value any
---@return string?
function M.text(value)
  return type(value) == 'string' and value ~= '' and value or nil
end

return M
