-- A rank may let its holder add members to the department, transfer them and remove them.
alter table ranks drop constraint ranks_capabilities_check;
alter table ranks add constraint ranks_capabilities_check
  check (capabilities <@ array['approveReports', 'seeLookups', 'actOnLicences', 'seePatrols', 'grantLeave', 'headDepartment']);
