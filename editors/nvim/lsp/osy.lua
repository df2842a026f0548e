-- On other systems than macOS and Windows, without `inotifywait`, Neovim watches no folder below the root; `osy.watching` then looks at times.
local watches = vim.fn.has('mac') == 1 or vim.fn.has('win32') == 1 or vim.fn.executable('inotifywait') == 1

---@type vim.lsp.Config
return {
  cmd = { 'osy', 'lsp' },
  filetypes = { 'osy' },
  root_markers = { 'osy.workspace', 'app.osy', 'package.osy', 'osy.toml', '.git' },
  -- With this the server tells of test runs, mentions and state machines as they are shown by the modules below.
  capabilities = {
    experimental = { osy = true },
    workspace = { didChangeWatchedFiles = { dynamicRegistration = watches, relativePatternSupport = watches } },
  },
  -- The server asks for the settings too, but the first lenses and hints come before it is answered.
  before_init = function(params, config)
    if next(config.settings or {}) then
      params.initializationOptions = config.settings
    end
  end,
  handlers = {
    ['workspace/diagnostic/refresh'] = function(err, result, context)
      require('osy.findings').ask_again(context.client_id)
      return vim.lsp.handlers['workspace/diagnostic/refresh'](err, result, context)
    end,
    ['osy/testEvent'] = function(_, event, context)
      require('osy.runs').hear(context.client_id, event)
    end,
    ['osy/testCoverage'] = function(_, report)
      require('osy.coverage').show(report)
    end,
    ['osy/showReferences'] = function(_, told, context)
      require('osy.references').show(context.client_id, told)
    end,
    ['osy/showStateGraph'] = function(_, told, context)
      require('osy.graph').open(context.client_id, told.uri, told.workflow)
    end,
    ['osy/stateGraphChanged'] = function(_, told)
      require('osy.graph').changed(told.uri)
    end,
  },
  on_exit = function(_, _, client_id)
    vim.schedule(function()
      require('osy.runs').lost(client_id)
    end)
  end,
}
