// Bundles the resource into bridge/dist/tenfour, the folder that goes into a FiveM server's resources.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const BUNDLES = [
  { input: 'src/server/main.ts', file: 'server.js', platform: 'node', format: 'cjs' },
  { input: 'src/client/main.ts', file: 'client.js', platform: 'browser', format: 'iife' },
  { input: 'src/tablet/main.ts', file: 'tablet/tablet.js', platform: 'browser', format: 'iife' },
] as const

export async function buildBridge(folder = here('dist/tenfour')): Promise<string> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(`${folder}/tablet`, { recursive: true })
  for (const { input, file, platform, format } of BUNDLES) {
    const bundle = await rolldown({ input: here(input), platform, logLevel: 'silent' })
    await bundle.write({ file: `${folder}/${file}`, format, minify: { mangle: false, compress: true, codegen: false } })
    await bundle.close()
  }
  for (const file of ['fxmanifest.lua', 'config.json']) cpSync(here(file), `${folder}/${file}`)
  for (const file of ['index.html', 'tablet.css']) cpSync(here(`src/tablet/${file}`), `${folder}/tablet/${file}`)
  return folder
}

if (import.meta.main) process.stdout.write(`The resource is in ${await buildBridge()}\n`)
