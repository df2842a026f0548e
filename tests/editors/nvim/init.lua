-- The whole configuration of a user who followed the set-up page.
vim.opt.runtimepath:append(vim.env.OSY_PLUGIN)
vim.lsp.enable('osy')
