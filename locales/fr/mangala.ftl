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
    .plain = Si votre dernière graine tombe dans une case vide de votre camp, vous la récoltez avec toutes les graines de la case d'en face. Si elle est vide, votre graine reste où elle est tombée.
ruling-MN-6 = Quand une rangée est vide après un coup, la partie est finie et le camp dont la rangée est vide prend les graines de l'autre.
    .plain = Quand une rangée est vide, la partie est finie. Le camp dont la rangée est vide prend toutes les graines qui restent dans l'autre.
ruling-MN-7 = À la fin, chaque camp peut aussi prendre les graines de ses propres cases.
    .plain = Avec cette règle, à la fin, chacun prend les graines qui restent dans sa rangée.
ruling-MN-8 = La partie peut aussi finir quand un grenier contient plus de la moitié des graines.
    .plain = Avec cette règle, la partie finit aussi quand un camp a plus de la moitié des graines : l'autre ne peut plus le rattraper.

## Leçons de la page

page-lesson-mangala-sow = Jouez la case 3 : touchez-la ou cliquez dessus.
    .title = La première graine reste
    .rule = Vous jouez Sud : la rangée du bas est à vous, celle du haut à Nord. Pour jouer une case, vous ramassez toutes ses graines. Vous remettez la première dans la case, puis vous semez les autres, une dans chaque case qui suit, vers la droite, jusqu'à votre grenier et au-delà.
    .hint = Vos cases sont numérotées de gauche à droite.
page-lesson-mangala-single = Videz une de vos cases en la jouant.
    .title = Une graine seule
    .rule = Une graine seule dans sa case n'y reste pas : elle avance dans la suivante.
    .hint = Laquelle de vos cases contient une seule graine ?
    .why = Une graine est restée dans la case jouée.
page-lesson-mangala-store = Semez une graine dans votre grenier.
    .title = Votre grenier
    .rule = Le grenier de droite est le vôtre. Après votre dernière case, vous y semez une graine, puis vous continuez chez Nord. Le grenier de Nord est sauté. À la fin, le grenier le plus plein gagne.
    .hint = La première graine reste dans sa case, et chacune des autres va un pas plus loin : quelle case en a assez pour arriver au grenier ?
    .solved = Une graine est allée dans votre grenier.
page-lesson-mangala-again = Jouez une case dont la dernière graine tombe dans votre grenier.
    .title = Rejouer
    .rule = Si votre dernière graine tombe dans votre grenier, vous rejouez. Commencez à compter par la case que vous jouez : la première graine y retourne.
    .hint = De la case 6, il faut deux graines ; de la case 5, il en faut trois. Continuez à compter.
page-lesson-mangala-order = Les cases 5 et 6 finissent toutes les deux dans votre grenier. Jouez celle après laquelle l'autre y finit encore.
    .title = Dans le bon ordre
    .rule = Vous pouvez rejouer plusieurs fois de suite. Attention à l'ordre : avec une graine de trop dans une case, la dernière dépasse votre grenier.
    .hint = Laquelle des deux met une graine dans l'autre ?
    .slip = Vous rejouez, mais ce coup a mis une graine dans l'autre case : sa dernière graine dépasserait maintenant votre grenier.
    .why = Choisissez la case 5 ou la case 6.
page-lesson-mangala-even = Récoltez quatre graines chez Nord.
    .title = Récolter un nombre pair
    .rule = Si votre dernière graine tombe dans une case de Nord et qu'il y en a alors un nombre pair (2, 4, 6, etc.), vous les récoltez toutes. Elles vont dans votre grenier.
    .hint = Votre dernière graine doit faire quatre : trouvez une case de Nord qui en contient trois.
page-lesson-mangala-odd = Récoltez deux graines chez Nord.
    .title = Pair et impair
    .rule = Avec un nombre impair, vous ne récoltez rien. Seule compte la case où tombe votre dernière graine.
    .hint = Votre dernière graine doit faire deux : trouvez une case de Nord qui en contient une.
page-lesson-mangala-opposite = Récoltez cinq graines : quatre de Nord et votre dernière.
    .title = Récolter en face
    .rule = Si votre dernière graine tombe dans une de vos cases qui était vide, vous la récoltez avec toutes les graines de la case d'en face, chez Nord, en nombre pair ou impair.
    .hint = Trouvez la case de Nord qui contient quatre graines. Votre dernière graine doit tomber dans la case d'en face.
page-lesson-mangala-nothing = Récoltez quatre graines : trois de Nord et votre dernière.
    .title = Rien en face
    .rule = Si la case d'en face est vide, vous ne récoltez rien : votre dernière graine reste où elle est tombée. Regardez en face avant de jouer.
    .hint = Votre dernière graine doit tomber dans une case vide, en face de trois graines.
page-lesson-mangala-finish = Jouez votre dernière graine et gagnez.
    .title = La fin
    .rule = Dès qu'une rangée est vide, la partie est finie. Le camp dont la rangée est vide prend toutes les graines de l'autre. Mieux vaut donc vider sa rangée le premier.
    .hint = Une seule de vos cases a une graine.
page-lesson-mangala-gift = Jouez sans vider la rangée de Nord.
    .title = Une récolte qui aide Nord
    .rule = Si vous récoltez les dernières graines de Nord, sa rangée est vide, et c'est lui qui prend toutes les graines qui restent dans la vôtre. Comptez d'abord.
    .hint = Cherchez un coup dont la dernière graine ne tombe pas chez Nord.
    .slip = C'est votre récolte qui a vidé la rangée de Nord.
    .solved = Nord a encore des graines : la partie continue.
page-lesson-mangala-best = Trouvez le seul coup gagnant.
    .title = D'abord rejouer
    .rule = Une récolte finit votre tour, un coup qui rejoue ne le finit pas. Si vous avez les deux, rejouez d'abord.
    .hint = Une case met sa dernière graine dans votre grenier. La récolte sera encore là ensuite.
    .slip = La récolte finit aussitôt la partie, à 24 graines partout. Un autre coup pouvait venir avant elle.
    .why = Votre tour est fini. Si chacun joue au mieux, Nord gagne.
    .solved = La case 2 récolte maintenant la dernière graine de Nord, et vous gagnez de 2 graines.
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
                [one] Vous n'avez rien récolté : votre dernière graine est seule dans sa case, et 1 est impair.
               *[other] Vous n'avez rien récolté : cette case contient maintenant { $seeds } graines, un nombre impair.
            }
           *[south] { $ruling ->
                [MN-4] Vous n'avez rien récolté : votre dernière graine est tombée dans votre propre rangée.
               *[MN-5] { $seeds ->
                    [one] Vous n'avez rien récolté : la case d'en face est vide.
                   *[other] Vous n'avez rien récolté : votre dernière graine est tombée dans une de vos cases qui avait déjà des graines.
                }
            }
        }
       *[other] Ce n'est pas la récolte demandée : votre dernière graine est tombée chez Nord.
    }
}

## La page d'accueil

door-mangala = Le mancala de Turquie, appelé aussi göçürme. L'UNESCO l'a inscrit au patrimoine immatériel avec ses cousins d'Asie centrale.
    .wins = Faites un nombre pair chez Nord pour le récolter. Qui a le plus de graines dans son grenier gagne.
