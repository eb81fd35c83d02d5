import { GoOnDuty } from '../units/duty/GoOnDuty.port.tsx'

export function CadPage() {
  return <GoOnDuty />
}
