--- Runs what an adapter specifies in the order that neotest does: the strategy makes a process, the stream is read line by
--- line while it goes on, the results are asked for at its end, and what has none takes that of its children.
local nio = require('nio')

local M = {}

--- Lists of whole lines out of chunks that may end anywhere.
local function lines_of(chunks)
  local rest = ''
  return function()
    while true do
      local chunk = chunks()
      if not chunk then
        return nil
      end
      local parts = vim.split(rest .. chunk, '\n', { plain = true })
      rest = table.remove(parts)
      if #parts > 0 then
        return parts
      end
    end
  end
end

local function contains_failed(tree, results)
  local found
  for _, position in tree:iter() do
    local status = results[position.id] and results[position.id].status
    if position.type == 'test' and status and (status == 'failed' or not found) then
      found = status
    end
  end
  return found
end

--- Runs a tree; it is stopped after that time, if one is given.
---@return { code: integer, results: table, streamed: table[], output: string }
function M.run(adapter, tree, stop_after_ms)
  local spec = assert(adapter.build_spec({ tree = tree, strategy = 'integrated' }))
  assert(type(spec.command) == 'table')
  local process = spec.strategy(spec, { position = tree:data(), adapter = adapter })
  local streamed, is_read = {}, nio.control.future()
  nio.run(function()
    for results in spec.stream(lines_of(process.output_stream())) do
      table.insert(streamed, results)
    end
    is_read.set()
  end)
  if stop_after_ms then
    vim.defer_fn(process.stop, stop_after_ms)
  end
  local code = process.result()
  assert(process.is_complete())
  local results = adapter.results(spec, { code = code, output = process.output() }, tree)
  is_read.wait()
  for _, position in tree:iter() do
    if not results[position.id] then
      local status = contains_failed(tree:get_key(position.id), results)
      results[position.id] = status and { status = status } or nil
    end
  end
  nio.scheduler()
  local output = table.concat(vim.fn.readfile(process.output()), '\n')
  return { code = code, results = results, streamed = streamed, output = output }
end

return M
