/** What a supplier that sells nothing digital states: every required field that is visible. */
export const FIELDS: Readonly<Record<string, string>> = {
  legalName: "SLOVNAFT, a.s.",
  registeredAddress: "Vlčie hrdlo 1, Bratislava",
  country: "SK",
  primaryDomain: "slovnaft.sk",
  serviceDescription: "Upratovanie kancelárií trikrát týždenne",
  securityContactName: "Jana Nová",
  incidentContactEmail: "bezpecnost@slovnaft.sk",
  isSaas: "no",
  isOnPrem: "no",
  isManagedService: "no",
  processesCustomerData: "no",
  accessesCustomerSystems: "no",
  accessesCustomerPremises: "no",
};

export const PRACTICES: Readonly<Record<string, string>> = {
  staffSecurityTraining: "yes",
  acceptRightToAudit: "no",
  hasSubprocessors: "no",
  notifyMaterialChanges: "yes",
  pastBreachesDisclosed: "yes",
  cooperateWithAuthorities: "yes",
};
