import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type UserConfig } from 'vite'
import { codeSplitting, groupModules, readUse } from './build/chunks.ts'
import { gameBrowser } from './build/game-browser.mjs'
import { leanContract } from './build/lean-contract.ts'
import { leanMantine } from './build/lean-mantine.ts'
import { leanZod } from './build/lean-zod.ts'
import { olderCss } from './build/older-css.ts'
import { pageFiles } from './build/pages.ts'
import { readPanels } from './build/panels.ts'
import { classesIn, unusedCss } from './build/unused-css.ts'

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

const rolldownOptions = {
  input: [join(import.meta.dirname, 'index.html'), join(import.meta.dirname, 'dui.html')],
  // Schemas are declarations: a page carries those it uses, so that the login page stays small however many there are.
  treeshake: { moduleSideEffects: [{ test: /[\\/]contract[\\/]src[\\/]/, sideEffects: false }] },
}

/** The group of each module, and the classes of Mantine that are drawn, from a build that is thrown away. */
async function readFirstBuild() {
  const result = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'silent',
    plugins: [react()],
    build: { write: false, minify: false, cssMinify: false, reportCompressedSize: false, assetsInlineLimit: 0, rolldownOptions },
  })
  if (!('output' in result)) throw new Error('The first build of the web app has no output')
  const { output } = result
  return {
    codeSplitting: codeSplitting(groupModules(readUse(output), readPanels())),
    drawn: classesIn(output.flatMap((file) => (file.type === 'chunk' ? [file.code] : []))),
  }
}

export default defineConfig(async ({ command }): Promise<UserConfig> => {
  const first = command === 'build' ? await readFirstBuild() : undefined
  const output = first ? { codeSplitting: first.codeSplitting } : {}
  return {
    root: import.meta.dirname,
    plugins: [react(), leanContract(), leanMantine(), leanZod(), portalConfig(), displayPage(), gameBrowser(), pageFiles()],
    css: { postcss: { plugins: [...(first ? [unusedCss(first.drawn)] : []), olderCss()] } },
    server: { proxy: { '/api/': { target: portal, ws: true } } },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      // The browser engine in which the game draws the tablet and its screens.
      target: 'chrome103',
      // The content security policy allows no inline script and no data: font.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 700,
      rolldownOptions: { ...rolldownOptions, output },
    },
  }
})
