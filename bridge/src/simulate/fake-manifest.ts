import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of `fxmanifest.lua` that FiveM itself acts on, before any script of the resource runs. */
export function readManifest(folder: string) {
  const file = join(folder, 'fxmanifest.lua')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const [, dependencies = ''] = /^dependencies\s*\{([^}]*)\}/m.exec(text) ?? []
  const constraints = [...dependencies.matchAll(/'\/(\w+)(?::(\d+))?'/g)].map(([, name = '', value = '']) => ({ name, value }))
  return {
    /** Why FXServer refuses to start it, in FXServer's words. */
    problems: ({ server, onesync }: { readonly server: number; readonly onesync: boolean }): string[] =>
      constraints.flatMap(({ name, value }) => {
        if (name === 'server' && server < Number(value)) return [`server needs to be ${value} or higher`]
        if (name === 'onesync' && !onesync) return ['OneSync needs to be enabled']
        return []
      }),
    /** Whether pages of other resources are barred from its NUI callbacks. */
    isStrict: /^nui_callback_strict_mode 'true'$/m.test(text),
  }
}
