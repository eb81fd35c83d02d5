import { AuditPage } from '../../features/people/audit/AuditPage.tsx'
import { UserPicker } from '../../features/people/users/UserPicker.tsx'

/** Accounts show their audit trail, so that the audit log can't know the accounts: whoever picks one comes from here. */
export const AuditLogPage = () => <AuditPage UserPicker={UserPicker} />
