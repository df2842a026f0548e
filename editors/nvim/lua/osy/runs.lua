--- Test runs: started by the language server, told of as they happen, ended on request.
local client_module = require('osy.client')

local M = {}

---@class osy.Run
---@field id string?
---@field client_id integer
---@field what { uri: string?, ids: string[]?, profile: string }
---@field total integer
---@field results table[] The results of the tests that ended, in order.
---@field ended table? The event `run-finished`.
---@field lines string[] What it told, in words.
---@field is_quiet boolean Whether somebody else shows it.
---@field on_event fun(event: table)?

---@type table<string, osy.Run> By the server's id of the run.
local known = {}
---@type table<string, table[]> Events of runs whose start was not answered yet.
local early = {}
---@type table<table, { client_id: integer, refused: fun(message: string) }> Who waits for a run to start.
local starting = {}
---@type osy.Run?
local latest
---@type { client_id: integer, what: table }?
local asked_last
local runs_asked_for = 0

--- Whether a run goes on.
---@return boolean
function M.is_running()
  return next(known) ~= nil
end

--- The run that was started last.
---@return osy.Run?
function M.latest()
  return latest
end

--- Starts a run. `options.is_quiet`: the caller shows it, by `options.on_event`.
---@param client vim.lsp.Client
---@param what { uri: string?, ids: string[]?, profile: string? }
---@param options { is_quiet: boolean?, on_event: fun(event: table)?, on_started: fun(run: osy.Run)?, on_refused: fun(message: string)? }?
function M.start(client, what, options)
  options = options or {}
  what = vim.tbl_extend('keep', what, { profile = 'run' })
  if not options.is_quiet then
    asked_last = { client_id = client.id, what = what }
  end
  local token = {}
  local function refused(message)
    if not starting[token] then
      return
    end
    starting[token] = nil
    if options.on_refused then
      return options.on_refused(message)
    end
    client_module.complain(message)
  end
  starting[token] = { client_id = client.id, refused = refused }
  runs_asked_for = runs_asked_for + 1
  -- With a token the run shows wherever the user has progress shown: `LspProgress`, `vim.lsp.status()`.
  local params = {
    command = 'osy.test.run',
    arguments = { what },
    workDoneToken = ('osy-test-%d'):format(runs_asked_for),
  }
  local sent = client:request('workspace/executeCommand', params, function(err, answer)
    if err then
      return refused(err.message)
    end
    starting[token] = nil
    local run = {
      id = answer.runId,
      client_id = client.id,
      what = what,
      total = 0,
      results = {},
      lines = {},
      is_quiet = options.is_quiet or false,
      on_event = options.on_event,
    }
    known[answer.runId] = run
    if not run.is_quiet then
      latest = run
    end
    if options.on_started then
      options.on_started(run)
    end
    for _, event in ipairs(early[answer.runId] or {}) do
      M.hear(client.id, event)
    end
    early[answer.runId] = nil
  end)
  if not sent then
    refused('the language server has stopped; `:Osy restart` starts it')
  end
end

--- Runs again what was asked for last.
function M.again()
  local client = asked_last and vim.lsp.get_client_by_id(asked_last.client_id) or client_module.of_buffer()
  if not asked_last or not client then
    return client_module.say('no test was run yet', vim.log.levels.WARN)
  end
  M.start(client, asked_last.what)
end

--- Ends a run, or all that go on; the server tells of their end.
---@param one osy.Run?
function M.cancel(one)
  local runs = one and { one } or vim.tbl_values(known)
  for _, run in ipairs(runs) do
    local client = vim.lsp.get_client_by_id(run.client_id)
    if client then
      client:request('workspace/executeCommand', { command = 'osy.test.cancel', arguments = { { runId = run.id } } }, function() end)
    end
  end
  if #runs == 0 then
    client_module.say('no test is running')
  end
end

--- The run of that id, for those who started it.
---@param id string?
---@return osy.Run?
function M.by_id(id)
  return known[id]
end

--- An event of the server.
---@param client_id integer
---@param event table
function M.hear(client_id, event)
  local run = known[event.runId]
  if not run then
    early[event.runId] = early[event.runId] or {}
    table.insert(early[event.runId], event)
    return
  end
  vim.list_extend(run.lines, require('osy.report').of_event(event))
  if event.event == 'discovered' then
    run.total = #event.tests
  elseif event.event == 'test-finished' then
    table.insert(run.results, event.result)
  elseif event.event == 'run-finished' then
    run.ended = event
    known[event.runId] = nil
  end
  if run.on_event then
    run.on_event(event)
  end
  if not run.is_quiet then
    require('osy.output').changed(run)
    require('osy.failures').hear(event)
  end
  if event.event == 'run-finished' then
    M.finish(client_id, run)
  end
end

---@param client_id integer
---@param run osy.Run
function M.finish(client_id, run)
  if not run.is_quiet then
    local bad = require('osy.report').is_bad(run.ended)
    client_module.say(require('osy.report').summary(run.ended), bad and vim.log.levels.ERROR or vim.log.levels.INFO)
  end
  local client = vim.lsp.get_client_by_id(client_id)
  for bufnr in pairs(client and client.attached_buffers or {}) do
    require('osy.lenses').refresh(bufnr)
  end
end

--- A server has gone: nothing more will come of its runs.
---@param client_id integer
function M.lost(client_id)
  for _, start in pairs(starting) do
    if start.client_id == client_id then
      start.refused('the language server ended')
    end
  end
  for id, run in pairs(known) do
    if run.client_id == client_id then
      local summary = { passed = 0, failed = 0, errored = 0, skipped = 0 }
      for _, result in ipairs(run.results) do
        summary[result.outcome] = summary[result.outcome] + 1
      end
      M.hear(client_id, {
        runId = id,
        event = 'run-finished',
        summary = summary,
        cancelled = false,
        diagnostics = {},
        message = 'the language server ended',
      })
    end
  end
end

--- How the runs stand, for a status line: empty when none goes on.
---@return string
function M.status()
  local done, total = 0, 0
  for _, run in pairs(known) do
    done, total = done + #run.results, total + run.total
  end
  return M.is_running() and ('tests %d/%d'):format(done, total) or ''
end

return M
