import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { gameBrowser } from './build/game-browser.mjs'
import { olderCss } from './build/older-css.ts'

const portal = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

/** The server puts the page's configuration in its head; the development server asks it for the same and does likewise. */
const portalConfig = (): Plugin => ({
  name: 'portal-config',
  apply: 'serve',
  transformIndexHtml: async (html) => {
    const response = await fetch(`${portal}/portal-config.json`)
    if (!response.ok) throw new Error(`The portal at ${portal} answered ${response.status} to portal-config.json`)
    const json = (await response.text()).replaceAll('<', '\\u003c')
    return html.replace('<!--portal-config-->', () => `<script type="application/json" id="portal-config">${json}</script>`)
  },
})

/** Screens in the game have a page of their own, as small as can be; the server sends it likewise. */
const displayPage = (): Plugin => ({
  name: 'display-page',
  apply: 'serve',
  configureServer: (server) => {
    server.middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/dui(?=[/?]|$)[^?]*/, '/dui.html')
      next()
    })
  },
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), portalConfig(), displayPage(), gameBrowser()],
  css: { postcss: { plugins: [olderCss()] } },
  server: { proxy: { '^/api/(?!docs$)': { target: portal, ws: true } } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // What the game draws the tablet and its screens with.
    target: 'chrome103',
    // The content security policy allows no inline script and no data: font.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: [join(import.meta.dirname, 'index.html'), join(import.meta.dirname, 'dui.html')],
      // Schemas are declarations: a page carries those it uses, so that the login page stays small however many there are.
      treeshake: { moduleSideEffects: [{ test: /[\\/]contract[\\/]src[\\/]/, sideEffects: false }] },
    },
  },
})
