-- Starts `puzzle lsp` for specs, in Neovim 0.7 and later. Load it from init.lua: `dofile("…/editors/neovim/puzzle.lua")`.
vim.api.nvim_create_autocmd("FileType", {
  pattern = "puz",
  callback = function(event)
    local client = vim.lsp.start_client({
      name = "puzzle",
      cmd = { "puzzle", "lsp" },
      root_dir = vim.fn.fnamemodify(event.file, ":p:h"),
      on_attach = function(_, buffer)
        vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc"
        local map = function(keys, action) vim.keymap.set("n", keys, action, { buffer = buffer }) end
        map("K", vim.lsp.buf.hover)
        map("gd", vim.lsp.buf.definition)
        map("gr", vim.lsp.buf.references)
        map("<leader>r", vim.lsp.buf.rename)
        map("<leader>a", vim.lsp.buf.code_action)
        map("<leader>l", vim.lsp.codelens.run)
        vim.lsp.codelens.refresh()
      end,
    })
    if client then vim.lsp.buf_attach_client(event.buf, client) end
  end,
})
