import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), portalConfig()],
  server: { proxy: { '^/api/(?!docs$)': { target: portal, ws: true } } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy allows no inline script and no data: font.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // Schemas are declarations: a page carries those it uses, so that the login page stays small however many there are.
      treeshake: { moduleSideEffects: [{ test: /[\\/]contract[\\/]src[\\/]/, sideEffects: false }] },
    },
  },
})
