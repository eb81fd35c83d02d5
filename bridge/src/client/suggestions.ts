import type { CommandKey } from '../command-names.ts'
import type { BridgeConfig } from '../config.ts'

type Suggestion = readonly [help: string, ...parameters: { readonly name: string; readonly help: string }[]]

const SUGGESTIONS: Readonly<Record<CommandKey, Suggestion>> = {
  emergency: ['Call 911', { name: 'what happened', help: 'in a few words, what and where' }],
  nonEmergency: ['Call 311, for what is not urgent', { name: 'what it is about', help: 'in a few words' }],
  panic: ['The panic button of a unit on duty'],
  onDuty: ['Go on duty', { name: 'call sign', help: 'needed the first time' }],
  offDuty: ['End your patrol'],
  status: ['Set your status', { name: 'status', help: 'is, busy, er, os, custody or oos' }],
  attach: ['Go to a call', { name: 'number', help: '0 leaves yours' }],
  clear: ['Clear the call you are on', { name: 'disposition', help: 'what came of it' }],
  answer: ['Answer a ping of dispatch'],
  tablet: ['Open the tablet'],
}

/** Shown by the game's chat while typing. Ignored if there is no chat resource. */
export function startSuggestions(commands: BridgeConfig['commands']): void {
  for (const [key, [help, ...parameters]] of Object.entries(SUGGESTIONS)) {
    const name = commands[key as CommandKey]
    if (name !== '') emit('chat:addSuggestion', `/${name}`, help, parameters)
  }
}
