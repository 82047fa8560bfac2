import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "../core/random-id.ts";
import { accountById, setActiveOrganization, setFirstActiveOrganization } from "./accounts.ts";
import {
  acceptInvitation,
  addInvitation,
  invitationByToken,
  invitationsFor,
  withdrawInvitation,
} from "./invitations.ts";
import {
  activeOrganizationOf,
  addMember,
  changeMembership,
  deleteOrganization,
  membersFor,
  onlyMemberOf,
  onlyOwnerOf,
  organizationFor,
  organizationsOf,
} from "./organizations.ts";
import { HOUR, NOW, type PrivateState } from "./private-state.fixture.ts";
import type { State } from "./state.ts";

/** Organizations, memberships and invitations. They do the same in both databases. */
export function describeOrganizations(examined: PrivateState): void {
  const { person, organization } = examined;
  let state: State;

  beforeAll(() => {
    state = examined.state();
  });

  describe("organizations", () => {
    test("a member finds his organization with his role; a stranger finds what nobody has", async () => {
      const [owner, stranger] = [await person(), await person()];
      const orgId = await organization(owner.id);
      expect(await organizationFor(state, owner.id, orgId)).toMatchObject({
        id: orgId,
        role: "owner",
        country: "SK",
      });
      expect(await organizationFor(state, stranger.id, orgId)).toBeUndefined();
      expect(await membersFor({ db: state, accountId: stranger.id, orgId })).toEqual([]);
      expect(await invitationsFor({ db: state, accountId: stranger.id, orgId }, NOW)).toEqual([]);
    });

    test("the active organization is the chosen one, else the oldest membership, else none", async () => {
      const [owner, me] = [await person(), await person()];
      expect(await activeOrganizationOf(state, me.id)).toBeUndefined();
      const [first, second] = [await organization(owner.id), await organization(owner.id)];
      await addMember(state, { accountId: me.id, orgId: second, role: "viewer" }, NOW + 2);
      await addMember(state, { accountId: me.id, orgId: first, role: "member" }, NOW + 1);
      await setFirstActiveOrganization(state, me.id, second);
      await setFirstActiveOrganization(state, me.id, first);
      expect(await activeOrganizationOf(state, me.id)).toMatchObject({ id: second, role: "viewer" });
      await setActiveOrganization(state, me.id, first);
      expect(await activeOrganizationOf(state, me.id)).toMatchObject({ id: first, role: "member" });
      await state.transaction((tx) => changeMembership(tx, me.id, first, null, { at: NOW, why: "left" }));
      expect(await activeOrganizationOf(state, me.id)).toMatchObject({ id: second });
      expect((await organizationsOf(state, me.id)).map(({ id }) => id)).toEqual([second]);
    });

    test("a second invitation of a member does not change his role", async () => {
      const owner = await person();
      const orgId = await organization(owner.id);
      expect(await addMember(state, { accountId: owner.id, orgId, role: "viewer" }, NOW)).toBe(false);
      expect(await organizationFor(state, owner.id, orgId)).toMatchObject({ role: "owner" });
    });

    test("the last owner stays, whether he leaves or is made less", async () => {
      const [owner, admin] = [await person(), await person()];
      const orgId = await organization(owner.id);
      await addMember(state, { accountId: admin.id, orgId, role: "admin" }, NOW);
      const change = (accountId: string, role: "admin" | "owner" | null) =>
        state.transaction((tx) => changeMembership(tx, accountId, orgId, role, { at: NOW, why: "role" }));
      expect((await change(owner.id, null)).outcome).toBe("last_owner");
      expect((await change(owner.id, "admin")).outcome).toBe("last_owner");
      expect((await change(owner.id, "owner")).outcome).toBe("changed");
      expect((await change(admin.id, "owner")).outcome).toBe("changed");
      expect((await change(owner.id, null)).outcome).toBe("changed");
      expect((await change(owner.id, null)).outcome).toBe("not_member");
    });

    test("of two owners who leave at once one remains", async () => {
      for (let turn = 0; turn < 5; turn++) {
        const [one, two] = [await person(), await person()];
        const orgId = await organization(one.id);
        await addMember(state, { accountId: two.id, orgId, role: "owner" }, NOW);
        const leave = (id: string) =>
          state.transaction((tx) => changeMembership(tx, id, orgId, null, { at: NOW, why: "left" }));
        const results = await Promise.all([leave(one.id), leave(two.id)]);
        expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(["changed", "last_owner"]);
      }
    });

    test("a deleted organization takes memberships and invitations with it, and nobody's active one dangles", async () => {
      const owner = await person();
      const orgId = await organization(owner.id);
      await setActiveOrganization(state, owner.id, orgId);
      await addInvitation(state, invitationTo(orgId, owner.id, "i-gone"));
      expect(await deleteOrganization({ db: state, orgId }, NOW)).toBe(true);
      expect((await accountById(state, owner.id))?.active_org_id).toBeNull();
      expect(await invitationByToken(state, "i-gone", NOW)).toBeUndefined();
      expect(await organizationsOf(state, owner.id)).toEqual([]);
    });

    test("before an account is deleted it is known which organizations go with it and which keep it", async () => {
      const [me, another] = [await person(), await person()];
      const [alone, shared, led] = [await organization(me.id), await organization(me.id), await organization(me.id)];
      await addMember(state, { accountId: another.id, orgId: shared, role: "admin" }, NOW);
      await addMember(state, { accountId: another.id, orgId: led, role: "owner" }, NOW);
      expect((await onlyMemberOf(state, me.id)).map(({ id }) => id)).toEqual([alone]);
      expect((await onlyOwnerOf(state, me.id)).map(({ id }) => id)).toEqual([shared]);
    });
  });

  function invitationTo(orgId: string, owner: string, tokenHash: string, emailKey = "new@firma.sk") {
    return {
      id: newId("invitation"),
      org_id: orgId,
      email_key: emailKey,
      role: "member" as const,
      tokenHash,
      invited_by: owner,
      created_at: NOW,
      expires_at: NOW + HOUR,
    };
  }

  describe("invitations", () => {
    test("an invitation works once, until its time is over or it is withdrawn", async () => {
      const owner = await person();
      const orgId = await organization(owner.id);
      const invitation = invitationTo(orgId, owner.id, `${orgId}-1`);
      await addInvitation(state, invitation);
      expect(await invitationByToken(state, `${orgId}-1`, NOW)).toMatchObject({
        org_name: "Alfa s.r.o.",
        role: "member",
      });
      expect(await invitationByToken(state, `${orgId}-1`, NOW + HOUR)).toBeUndefined();
      const uses = await Promise.all(Array.from({ length: 5 }, () => acceptInvitation(state, invitation.id, NOW)));
      expect(uses.filter(Boolean)).toHaveLength(1);
      expect(await invitationByToken(state, `${orgId}-1`, NOW)).toBeUndefined();
    });

    test("a new invitation of the same address ends the older, and only the organization withdraws its own", async () => {
      const owner = await person();
      const [orgId, foreign] = [await organization(owner.id), await organization(owner.id)];
      const [older, newer] = [invitationTo(orgId, owner.id, `${orgId}-1`), invitationTo(orgId, owner.id, `${orgId}-2`)];
      await addInvitation(state, older);
      await addInvitation(state, newer);
      expect(await invitationByToken(state, `${orgId}-1`, NOW)).toBeUndefined();
      expect(await withdrawInvitation({ db: state, orgId: foreign }, newer.id, NOW)).toBe(false);
      expect(await invitationsFor({ db: state, accountId: owner.id, orgId }, NOW)).toHaveLength(1);
      expect(await withdrawInvitation({ db: state, orgId }, newer.id, NOW)).toBe(true);
      expect(await acceptInvitation(state, newer.id, NOW)).toBe(false);
    });
  });
}
