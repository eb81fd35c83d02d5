import type { GrantChange } from '@tenfour/contract'
import { EffectsPreview } from '../entitlements/ChangesPreview.port.tsx'
import { askEffects } from './grants.queries.ts'

/** What accepting, giving or ending a ride-along or pass changes everywhere. */
export const GrantPreview = ({ change }: { change: GrantChange }) => <EffectsPreview change={change} ask={askEffects} />
