import { LookMark } from '../../ui/LookMark.tsx'
import { useLook } from './config.ts'

/** The community's logo or short name; as shipped the portal's own: ten, as in ten-four. */
export const Mark = ({ size }: { size?: number }) => <LookMark {...useLook()} size={size} />
