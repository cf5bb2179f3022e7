### Ce que dit Ayla en français du Mangala seulement.

## Le jeu

summary-mangala = Deux rangées de six cases, quatre graines dans chacune : le mancala de Turquie, appelé aussi göçürme, altı ev ou kuyu taşı. La première graine d'un semis retourne dans sa case. On sème aussi dans son propre grenier, et l'on rejoue quand la dernière graine y tombe. La dernière graine récolte un nombre pair dans une case adverse, ou la case d'en face. Qui a le plus de graines gagne.

## Préréglages : un titre, et leur usage

preset-mangala-default = Mangala
    .summary = Six cases par rangée, quatre graines par case ; à la fin, le camp dont la rangée est vide prend les graines de l'autre.
preset-mangala-own-side = Chacun les siennes
    .summary = À la fin, chaque camp prend les graines de ses cases.
preset-mangala-first-to-25 = Le premier à 25
    .summary = La partie finit aussi quand un grenier contient plus de la moitié des graines : 25 sur 48.

## Options

option-mangala-houses = Le nombre de cases par rangée.
option-mangala-majority = La partie finit aussi dès qu'un grenier contient plus de la moitié des graines. Celles qui restent dans les cases ne comptent alors pour personne.
option-mangala-remaining = Quand une rangée est vide, les graines qui restent dans l'autre vont au camp dont la rangée est vide (finisher) ou au camp à qui elles appartiennent (own-side).
option-mangala-seeds = Les graines par case au début.

## Règles

ruling-MN-1 = Un coup remet la première graine dans sa case et sème les autres dans le sens inverse des aiguilles d'une montre ; une graine seule avance d'une place.
    .plain = Vous prenez toutes les graines d'une case. La première y retourne, et vous en posez une dans chaque case qui suit. Une graine seule n'y retourne pas : elle avance dans la case suivante.
ruling-MN-2 = On sème dans son propre grenier, jamais dans celui de l'adversaire.
    .plain = Vous semez une graine dans votre grenier en passant, mais jamais dans celui de Nord.
ruling-MN-3 = On rejoue quand la dernière graine tombe dans son propre grenier.
    .plain = Si votre dernière graine tombe dans votre grenier, vous rejouez.
ruling-MN-4 = La dernière graine récolte toute la case adverse où elle tombe, si elle y fait un nombre pair.
    .plain = Si votre dernière graine fait 2, 4, 6 ou un autre nombre pair dans une case de Nord, vous récoltez toutes les graines de cette case.
ruling-MN-5 = La dernière graine, tombée dans une case vide de son camp, est récoltée avec les graines de la case d'en face.
    .plain = Si votre dernière graine tombe dans une case vide de votre camp, vous la récoltez avec toutes les graines de la case d'en face. Si la case d'en face est vide, votre graine reste où elle est.
ruling-MN-6 = Quand une rangée est vide après un coup, la partie est finie et le camp dont la rangée est vide prend les graines de l'autre.
    .plain = Quand une rangée est vide, la partie est finie. Le camp dont la rangée est vide prend toutes les graines qui restent dans l'autre.
ruling-MN-7 = À la fin, chaque camp peut aussi prendre les graines de ses propres cases.
    .plain = Avec cette règle, à la fin, chacun prend les graines qui restent dans sa rangée.
ruling-MN-8 = La partie peut aussi finir quand un grenier contient plus de la moitié des graines.
    .plain = Avec cette règle, la partie finit aussi quand un camp a plus de la moitié des graines : l'autre ne peut plus le rattraper.

## Leçons de la page

page-lesson-mangala-sow = Jouez la case 3 : touchez-la ou cliquez dessus.
    .title = La première graine retourne
    .rule = Vous jouez Sud : la rangée du bas est la vôtre. Pour jouer une case, vous ramassez toutes ses graines. Vous remettez la première dans la case, puis vous semez les autres une par une dans les cases qui suivent, vers la droite.
page-lesson-mangala-single = Jouez un coup qui laisse sa case vide.
    .title = Une graine seule
    .rule = Une graine seule ne retourne pas dans sa case : elle avance dans la suivante. Une case ne se vide donc que si elle contient une seule graine.
page-lesson-mangala-store = Semez une graine dans votre grenier.
    .title = Votre grenier
    .rule = Le grenier de droite est le vôtre. Après votre dernière case, vous y semez une graine, puis vous continuez chez Nord. Le grenier de Nord est sauté. À la fin, c'est le grenier le plus rempli qui gagne.
page-lesson-mangala-again = Jouez une case dont la dernière graine tombe dans votre grenier.
    .title = Rejouer
    .rule = Si votre dernière graine tombe dans votre grenier, vous rejouez. Commencez à compter par la case que vous jouez : la première graine y retourne.
page-lesson-mangala-order = Les cases 5 et 6 finissent toutes les deux dans votre grenier. Jouez celle qui vous laisse l'autre pour le coup suivant.
    .title = Dans le bon ordre
    .rule = Vous pouvez rejouer plusieurs fois de suite. Attention à l'ordre : avec une graine de plus, une case ne finit plus dans votre grenier.
    .slip = Vous rejouez, mais la case 6 a maintenant une graine de plus : sa dernière graine dépasserait votre grenier.
page-lesson-mangala-even = Récoltez quatre graines chez Nord.
    .title = Récolter un nombre pair
    .rule = Si votre dernière graine tombe dans une case de Nord et y fait un nombre pair, comme 2, 4 ou 6, vous récoltez toutes les graines de la case. Elles vont dans votre grenier.
page-lesson-mangala-odd = Récoltez deux graines chez Nord.
    .title = Pair et impair
    .rule = Avec un nombre impair, vous ne récoltez rien. Seule compte la case de votre dernière graine, et non les cases d'avant.
page-lesson-mangala-opposite = Récoltez quatre graines de Nord avec votre dernière graine.
    .title = Récolter en face
    .rule = Si votre dernière graine tombe dans une de vos cases qui était vide, vous la récoltez avec toutes les graines de la case d'en face, chez Nord, que leur nombre soit pair ou impair.
page-lesson-mangala-nothing = Récoltez trois graines de Nord avec votre dernière graine.
    .title = Rien en face
    .rule = Si la case d'en face est vide, vous ne récoltez rien : votre dernière graine reste où elle est tombée. Regardez en face avant de jouer.
page-lesson-mangala-finish = Jouez votre dernière graine et gagnez.
    .title = La fin
    .rule = Dès qu'une rangée est vide, la partie est finie. Le camp dont la rangée est vide prend toutes les graines de l'autre. Mieux vaut donc vider sa rangée le premier.
page-lesson-mangala-gift = La case 6 récolterait les dernières graines de Nord. Jouez une case qui ne récolte rien.
    .title = Une récolte qui aide Nord
    .rule = Si vous récoltez les dernières graines de Nord, sa rangée est vide, et c'est lui qui prend toutes les graines qui restent dans la vôtre. Comptez avant de le faire.
    .slip = Vous avez récolté quatre graines, mais la rangée de Nord est maintenant vide, et Nord prend six des vôtres.
# Pourquoi un coup n'a pas fait ce que demande la leçon.
page-lesson-mangala-why = { $kind ->
    [stored] Aucune de vos graines n'est arrivée dans votre grenier.
    [again] { $row ->
        [south] Votre dernière graine est tombée dans votre propre rangée, avant votre grenier.
       *[north] Votre dernière graine a dépassé votre grenier et est tombée chez Nord.
    }
   *[south] { $found ->
        [0] { $row ->
            [store] Vous n'avez rien récolté : votre dernière graine est tombée dans votre grenier.
            [north] { $seeds ->
                [one] Vous n'avez rien récolté : votre dernière graine est seule dans la case de Nord, et 1 est impair.
               *[other] Vous n'avez rien récolté : la case de Nord contient maintenant { $seeds } graines, un nombre impair.
            }
           *[south] { $seeds ->
                [one] Vous n'avez rien récolté : la case d'en face est vide.
               *[other] Vous n'avez rien récolté : votre dernière graine est tombée dans une de vos cases qui avait déjà des graines.
            }
        }
       *[other] Vous avez récolté { $found } graines.
    }
}

## La page d'accueil

door-mangala = Le mancala de Turquie, appelé aussi göçürme. L'UNESCO l'a inscrit au patrimoine immatériel avec ses cousins d'Asie centrale.
    .wins = Faites un nombre pair chez Nord pour le récolter. Qui a le plus de graines dans son grenier gagne.
