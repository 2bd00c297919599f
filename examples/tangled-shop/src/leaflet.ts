// The leaflet that lies in every parcel. Lawyers have read it: change a word and they read it again.
import { formatCents, type Cents } from './money.js';
import type { Order } from './order.js';

const POSTAGE_PAID_FROM: Cents = 4000;

export function renderLeaflet(order: Order, goods: Cents): string {
  const postage = goods >= POSTAGE_PAID_FROM ? 'We pay the postage.' : 'Please pay the postage yourself.';
  return `KETTLE & LEAF
Hafenstrasse 12, 20457 Hamburg

Dear ${order.customer.name},

thank you for order ${order.id} of ${order.placedOn}.

SENDING SOMETHING BACK

You may withdraw from this purchase within fourteen days
and need not say why. The fourteen days begin on the day
on which you, or somebody you named who is not the carrier,
received the last of the goods.

To do so, send us a clear statement, by letter or by mail
to service@kettle-and-leaf.example. You may use the form
below, but you do not have to. It is enough to send the
statement before the fourteen days are over.

WHAT HAPPENS THEN

We pay back everything you paid, including the cheapest
way of delivery that we offer, within fourteen days after
your statement has reached us, in the same way in which you
paid. We may wait until the goods are here.

Send the goods within fourteen days. ${postage}
You pay for a loss in value only if it comes from handling
that was not needed to see what the goods are like.

WHAT CANNOT BE SENT BACK

Tea whose seal is broken, because nobody else may drink it.
Goods that were made or engraved for you.
Vouchers of which a part has been spent.

GOODS WORTH MORE THAN ${formatCents(POSTAGE_PAID_FROM)}

Ask us for a label before you send them. Parcels without
one are not insured on their way back.

THE FORM

To Kettle & Leaf, Hafenstrasse 12, 20457 Hamburg:
I withdraw from the purchase of the following goods:
___________________________________________________
Ordered on ${order.placedOn}, received on ____________
Name: ${order.customer.name}
Address: ${order.shipTo.street}, ${order.shipTo.postcode} ${order.shipTo.city}
Date and signature: _______________________________
`;
}
