export { hitBolos, matchBolos } from './bolos.match.ts'
