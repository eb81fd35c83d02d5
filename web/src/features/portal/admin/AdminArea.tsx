import { AreaFrame } from '../../../platform/view/AreaFrame.tsx'

export const AdminArea = () => <AreaFrame of="admin" label="Administration" />
