import { GoOnDuty } from '../units/GoOnDuty.port.tsx'

export function CadPage() {
  return <GoOnDuty />
}
