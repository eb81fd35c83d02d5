export { useBeatNames, useBeats, useCallTypes, useCallTypesById, useDispositions, useRadioChannels } from './cad-values-store.ts'
