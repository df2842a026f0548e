--- The server's tests and outcomes in the shapes of neotest.
local report = require('osy.report')

local M = {}

local STATUS = { passed = 'passed', failed = 'failed', errored = 'failed', skipped = 'skipped' }

--- The node of a file in the server's tree.
---@param nodes table[]
---@param uri string
---@return table?
function M.file_node(nodes, uri)
  for _, node in ipairs(nodes) do
    if node.kind == 'file' and node.uri == uri then
      return node
    end
    local inner = M.file_node(node.children or {}, uri)
    if inner then
      return inner
    end
  end
end

--- The positions of a file as nested lists: each begins with what it is, and its children follow, in the order of their
--- lines, by which neotest searches for the nearest one. So a fixture is a namespace only where no other test stands
--- between those that use it.
---@param file table
---@param path string
---@return table
function M.positions(file, path)
  local children, last = {}, 0
  for _, node in ipairs(file.children or {}) do
    local tests = node.kind == 'fixture' and M.tests(node.children or {}, path) or M.tests({ node }, path)
    last = math.max(last, tests[#tests][1].range[3])
    if node.kind == 'fixture' and not M.is_mixed(file, node, tests) then
      local range = { tests[1][1].range[1], 0, tests[#tests][1].range[3], 0 }
      local fixture = { type = 'namespace', id = node.id, name = node.label, path = path, range = range }
      tests = { vim.list_extend({ fixture }, tests) }
    end
    vim.list_extend(children, tests)
  end
  M.sort(children)
  local name = vim.fs.basename(path)
  local whole = { type = 'file', id = path, name = name, path = path, range = { 0, 0, last + 1, 0 } }
  return vim.list_extend({ whole }, children)
end

---@param nodes table[]
---@param path string
---@return table[]
function M.tests(nodes, path)
  local tests = {}
  for _, node in ipairs(nodes) do
    local first, last = node.range.start, node.range['end']
    local range = { first.line, first.character, last.line, last.character }
    table.insert(tests, { { type = 'test', id = node.id, name = node.label, path = path, range = range } })
  end
  M.sort(tests)
  return tests
end

---@param positions table[]
function M.sort(positions)
  table.sort(positions, function(a, b)
    return a[1].range[1] < b[1].range[1]
  end)
end

--- Whether other tests stand between those of a fixture.
---@param file table
---@param fixture table
---@param tests table[]
---@return boolean
function M.is_mixed(file, fixture, tests)
  local first, last = tests[1][1].range[1], tests[#tests][1].range[1]
  for _, other in ipairs(file.children) do
    for _, test in ipairs(other.kind == 'fixture' and other.children or { other }) do
      local line = test.range.start.line
      if other ~= fixture and first < line and line < last then
        return true
      end
    end
  end
  return false
end

--- The results that each chunk of the stream brings.
---@param lines fun(): string[]?
---@return fun(): table<string, table>?
function M.stream(lines)
  return function()
    local chunk = lines()
    if not chunk then
      return nil
    end
    local found = {}
    for _, line in ipairs(chunk) do
      if line ~= '' then
        local result = vim.json.decode(line, { luanil = { object = true, array = true } })
        found[result.id] = M.result(result)
      end
    end
    return found
  end
end

--- What neotest is told of a test that ended.
---@param result table
---@return table
function M.result(result)
  local told = {
    status = STATUS[result.outcome],
    short = table.concat(report.of_result(result), '\n'),
  }
  if told.status == 'failed' then
    local at = result.at
    local is_here = at and at.file == result.file
    local message = result.message or result.outcome
    if at and not is_here then
      message = ('%s\n(at %s:%d)'):format(message, at.file, at.line)
    end
    told.errors = { { message = message, line = (is_here and at.line or M.line_in(result)) - 1 } }
  end
  return told
end

--- The line of the test's own file that led to a failure elsewhere: that of its innermost frame in it.
---@param result table
---@return integer
function M.line_in(result)
  for _, frame in ipairs(result.frames or {}) do
    if frame.at.file == result.file then
      return frame.at.line
    end
  end
  return result.line
end

--- All results at the end of a run. A test without one was not run: skipped if the run was ended, else failed, and why.
---@param context table
---@param tree neotest.Tree
---@return table<string, table>
function M.all(context, tree)
  local found = {}
  for _, position in tree:iter() do
    if position.type == 'test' then
      local result = context.results[position.id]
      if result then
        found[position.id] = M.result(result)
      elseif context.is_cancelled then
        found[position.id] = { status = 'skipped' }
      else
        local message = context.message or 'the run ended without a result for this test'
        found[position.id] = { status = 'failed', short = message, errors = { { message = message, line = position.range[1] } } }
      end
    end
  end
  return found
end

return M
