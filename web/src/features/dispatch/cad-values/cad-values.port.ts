export {
  callTypeNow,
  useBeatNames,
  useBeats,
  useCadValuesLoaded,
  useCallTypes,
  useCallTypesById,
  useDispositions,
  useEmergencyNumbers,
  useFlags,
  useImpoundLots,
  useLicenceTypes,
  useRadioChannels,
} from './cad-values-store.ts'
export { radioCodes } from './radio-codes.ts'
export { welfareTimeFor } from './welfare-times.ts'
export { unitTypeName, unitTypeOf, unitTypesOf } from './unit-types.ts'
