import { GoOnDuty } from '../../dispatch/units/duty/GoOnDuty.port.tsx'

export function CadPage() {
  return <GoOnDuty />
}
