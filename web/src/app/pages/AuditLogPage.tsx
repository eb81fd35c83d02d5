import { AuditPage } from '../../features/audit/AuditPage.tsx'
import { UserPicker } from '../../features/users/UserPicker.tsx'

/** Accounts show their audit trail, so that the audit log can't know the accounts: whoever picks one comes from here. */
export const AuditLogPage = () => <AuditPage UserPicker={UserPicker} />
