export { callCount } from './patrols.calls.ts'
export { endCivilianPatrols, openCivilianPatrols, type InGame } from './patrols.civilian.ts'
export { readStretches, stretches } from './patrols.stretches.ts'
export { correctionJson, correctionTables } from './patrols.corrections.ts'
