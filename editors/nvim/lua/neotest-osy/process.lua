--- A run of the language server as neotest's process.
local nio = require('nio')
local report = require('osy.report')
local runs = require('osy.runs')

local M = {}

---@param client vim.lsp.Client
---@param ids string[]
---@param context { results: table<string, table>, message: string? } What the run told, for those who ask at its end.
---@return neotest.Process
function M.start(client, ids, context)
  local ended = nio.control.future()
  local stream = nio.control.queue()
  local path = nio.fn.tempname()
  local output = assert(io.open(path, 'w'))
  local run_id, code, is_stopped
  local end_of_stream = {}

  local function finish(exit_code, line)
    if code then
      return
    end
    code = exit_code
    if line then
      output:write(line, '\r\n')
    end
    output:close()
    stream.put_nowait(end_of_stream)
    ended.set()
  end

  local function hear(event)
    for _, line in ipairs(report.of_event(event)) do
      output:write(line, '\r\n')
    end
    output:flush()
    if event.event == 'test-finished' then
      context.results[event.result.id] = event.result
      stream.put_nowait(vim.json.encode(event.result) .. '\n')
    elseif event.event == 'run-finished' then
      context.message = report.summary(event)
      context.is_bad = report.is_bad(event)
      context.is_cancelled = event.cancelled
      finish(context.is_bad and 1 or 0)
    end
  end

  runs.start(client, { ids = ids }, {
    is_quiet = true,
    on_event = hear,
    on_started = function(run)
      run_id = run.id
      if is_stopped then
        runs.cancel(run)
      end
    end,
    on_refused = function(message)
      context.message, context.is_bad = message, true
      finish(1, message)
    end,
  })

  return {
    is_complete = function()
      return code ~= nil
    end,
    output = function()
      return path
    end,
    stop = function()
      is_stopped = true
      local run = runs.by_id(run_id)
      if run then
        runs.cancel(run)
      end
    end,
    output_stream = function()
      return function()
        local chunk = stream.get()
        if chunk ~= end_of_stream then
          return chunk
        end
      end
    end,
    attach = function()
      nio.scheduler()
      vim.cmd('botright 12split ' .. vim.fn.fnameescape(path))
      vim.bo.autoread = true
    end,
    result = function()
      if not code then
        ended.wait()
      end
      return code
    end,
  }
end

return M
