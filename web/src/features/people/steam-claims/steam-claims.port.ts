export { SteamStatus } from './SteamStatus.tsx'
export { finishProof } from './steam-proof.ts'
